export const en = {
  find_in: "Find in this list",
  filters: "Filter",
  all: "All",
  nothing_yet: "Nothing here yet",
  nothing_filtered: "Nothing fits this filter",
  clear: "Clear filter",
  show_more: "Show more",
  history: "History",
  another: "Another",
  loading_one: "Loading…",
  part_of: "A part of it is enough",
  open_file: "Open {name}",
} as const;
