export const en = {
  text: "One tap opens WhatsApp with the words; they can be changed there before they are sent.",
  none: "Nothing to remind of.",
  write: "Write on WhatsApp: {title}",
  choose: "Choose whom to write to on WhatsApp: {title}",
  opened: "WhatsApp opened {time}",
  cheques: "Customers' cheques due this week",
  cheque_text:
    "Dear {name}, your cheque {no} of {date} for {amount} goes to the bank on its day. Please keep the amount ready. Thank you.",
  overdue: "Customers past their day",
  overdue_text: "Dear {name}, {amount} of your bills is past its day. Please pay soon. Thank you.",
  lcs: "LCs that expire soon",
  expires: "expires {date}",
  lc_text:
    "Dear {name}, our LC {no} ({amount}) expires on {date}. Please ship and present the documents in time, or tell us if it has to be extended.",
  free_days: "Containers whose free days end",
  days_left: "{n} free day{s} left",
  days_over: "{n} day{s} of rent already",
  free_text:
    "Container {no}: free days end on {date}. Please clear it before. What is still missing?",
  over_text:
    "Container {no}: port rent runs for {n} day{s} now. When does it come out? What is still missing?",
  decisions: "Waits for a decision",
  made_by: "From {name}",
  decision_text: "{name}: {no} waits for a decision since {date}. Please call me about it.",
} as const;
