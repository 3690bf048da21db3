/** What is wrong with a field, by how the service says it; `$1` is what it names. The first that fits. */
export const faults: readonly (readonly [RegExp, string])[] = [
  [/^(?:is|are) required|is required|^must not be empty|at least 1 char/, "এটি পূরণ করুন"],
  [/too long|at most (\d+) char|<=(\d+) char/, "এটি বেশি লম্বা"],
  [/^must have at least one|^must have an? |^must name (?:an|at least|one)/, "অন্তত একটি দিন"],
  [/^must (?:have|name|come to) at most (\d+)/, "$1টির বেশি দেওয়া যায় না"],
  [/^has no pieces with numbers/, "নম্বরসহ কোনো পিস নেই"],
  [/has more than (\d+) lines/, "$1টির বেশি লাইন আছে"],
  [/^must be as many as the quantity(?:, (-?[\d.]+))?/, "পরিমাণ যত, ততগুলো দিন"],
  [/^must be at most as many as are accepted, ([\d.]+)/, "গৃহীত $1টির বেশি হতে পারে না"],
  [/^must be at most as many as are rejected, ([\d.]+)/, "বাতিল $1টির বেশি হতে পারে না"],
  [/^must be at most received_qty, ([\d.]+)/, "যত এসেছে ($1), তার বেশি হতে পারে না"],
  [/must not be more than the shipped/, "যত পাঠানো হয়েছে, তার বেশি হতে পারে না"],
  [/must not be more than[^\d]*([\d.]+)/, "$1-এর বেশি হতে পারে না"],
  [/^must be ([\d.]+), one a piece/, "প্রতি পিসে একটি করে, $1টি"],
  [/must not be before[^\d]*(\d{4}-\d\d-\d\d)/, "$1-এর আগের তারিখ হতে পারে না"],
  [/must not be true before[^\d]*(\d{4}-\d\d-\d\d)/, "$1-এর আগে হ্যাঁ হতে পারে না"],
  [/must be (?:within the next|from) /, "তারিখটি এত দূরের হতে পারে না"],
  [/must not be after[^\d]*(\d{4}-\d\d-\d\d)/, "$1-এর পরের তারিখ হতে পারে না"],
  [/^must be after (\d{4}-\d\d-\d\d)/, "$1-এর পরের তারিখ দিন"],
  [/^must be after today/, "আজকের পরের তারিখ দিন"],
  [/is after today|future/, "তারিখটি এখনো আসেনি"],
  [/before the first customs terms/, "ওই দিনের আগে থেকে ধরে নেওয়া হার লেখা নেই"],
  [/^has not begun/, "ওই সময় এখনো শুরু হয়নি"],
  [/the clock of the phone/, "ফোনের ঘড়ি ঠিক নেই"],
  [/must be a time|real time/, "সময় এভাবে লিখুন: 14:30"],
  [/must be an e-mail/, "ই-মেইল ঠিকানা দিন, যেমন karim@example.com"],
  [/phone number|Bangladeshi/, "ফোন নম্বর দিন, কমপক্ষে 5 অঙ্কের"],
  [/must be an address of https|must be a URL/, "https:// দিয়ে শুরু হওয়া ঠিকানা দিন"],
  [/not the code of this moment/, "কোডটি এই মুহূর্তের নয়"],
  [/not your current password/, "এটি এখনকার পাসওয়ার্ড নয়"],
  [/must differ from the current/, "এখনকার পাসওয়ার্ড থেকে আলাদা দিন"],
  [/BIN|13 digits/, "বিআইএন 13 অঙ্কের, যেমন 004712345-0101"],
  [/(?:twice|must not repeat)/, "একই জিনিস দুবার আছে"],
  [/^must be another (?:account|place)/, "দুটি একই হতে পারে না, অন্যটি বাছুন"],
  [/must be 1 or left out|always 1/, "নিজের মুদ্রায় দর 1, ফাঁকা রাখুন"],
  [/must be absent or 0/, "কিছু পাঠানো হয়নি, তাই 0 বা ফাঁকা"],
  [/must be left out where a discount/, "ছাড় টাকায় বা শতাংশে, একভাবে দিন"],
  [/of another customer/, "এটি অন্য গ্রাহকের"],
  [
    /does not belong to|^belongs to|^is only for|^is of an|is for goods on the way only|must not be set|left out/,
    "এখানে এটি দেওয়া যায় না, ফাঁকা রাখুন",
  ],
  [/^is not possible with|not billed again|no items can be added/, "এই অবস্থায় এটি করা যায় না"],
  [/not active/, "এটি এখন চালু নেই"],
  [
    /names no|names a|names an|unknown|not found|no such|does not exist|are not among|must be pieces of/,
    "এটি পাওয়া যায়নি",
  ],
  [/not set: PUT \/settings/, "ব্যবসার বিআইএন আগে লিখুন"],
  [/already|taken|in use|duplicate/, "এটি আগেই আছে"],
  [/is ([\d.]+), the bank's line ([\d.]+)/, "বইয়ে $1, ব্যাংকে অন্য টাকা"],
  [/^is of (-?[\d.]+), what is entered of/, "ব্যাংকের লাইনে $1, এখানে অন্য টাকা"],
  [/^must be absent of a cheque in hand/, "হাতে থাকা চেক এখনো ব্যাংকে যায়নি"],
  [
    /must be one of|must be (?:\w+, )+\w+ or \w+|Invalid option|expected one of/,
    "তালিকা থেকে একটি বাছুন",
  ],
  [/one CSV or XLSX|take csv/, "একটি CSV বা XLSX ফাইল দিন"],
  [/NUL|printable|broken characters/, "এতে এমন অক্ষর আছে, যা রাখা যায় না"],
  [/whole number|integer|\bint\b/, "পূর্ণসংখ্যা দিন"],
  [/decimals|decimal places|places/, "দশমিকের পরে এত অঙ্ক দেওয়া যায় না"],
  [/must be positive|above zero|greater than zero|must not be 0|>0/, "শূন্যের বেশি হতে হবে"],
  [/must not be negative|below zero|>=0/, "শূন্যের কম হতে পারে না"],
  [/(?:must not be above|must be at most|<=) ?(-?[\d.]+)/, "$1-এর বেশি হতে পারে না"],
  [/(?:must not be below|must be at least|>=) ?(-?[\d.]+)/, "$1-এর কম হতে পারে না"],
  [/date|YYYY/, "এটি তারিখ নয়"],
  [/number|decimal|digits|above|below|>|<|positive|zero/, "এখানে সংখ্যা দিন, যেমন 1250.50"],
  [/must come to less than[^\d]*([\d.]+)/, "মোট $1-এর কম হতে হবে"],
  [/which came by/, "এটি অন্য শিপমেন্টে এসেছিল; ফাঁকা রাখুন"],
  [/has room for (\d+)/, "$1টির বেশি ধরে না, কমিয়ে নিন"],
  [/beyond 10/, "সংখ্যাটি অনেক বড়"],
  [/\btext\b|object|array|list/, "এখানে লেখা দিন"],
];

/** Where the service says what no rule knows: its own words are better than none. */
export const faultInBangla = (fault: string): string => {
  if (/[\u0980-\u09ff]/.test(fault)) return fault;
  const found = faults.find(([how]) => how.test(fault));
  if (!found) return `এটি ঠিক নয় (${fault})`;
  const [how, sentence] = found;
  const named = how.exec(fault)!;
  return sentence.replace(/\$(\d)/g, (_, at) => named[at] ?? "");
};
