import type { Chance } from "./chance.ts";

/** Invented firms and people; whoever is really called so is not meant. */

const english = [
  [
    "Rahman",
    "Meghna",
    "Padma",
    "Shapla",
    "Modern",
    "Bengal",
    "Nabila",
    "Dolphin",
    "Ekota",
    "Surma",
  ],
  ["Signs", "Digital Print", "Packaging", "Media", "Ad Point", "Textile Print", "Enterprise"],
] as const;
const bangla = [
  ["রহিম", "শাপলা", "পদ্মা", "যমুনা", "সোনালী", "নিউ বাংলা", "একতা", "বর্ণমালা", "আলপনা", "কর্ণফুলী"],
  ["প্রিন্টার্স", "ডিজিটাল", "সাইন", "প্যাকেজিং", "এন্টারপ্রাইজ", "মিডিয়া", "অফসেট প্রেস"],
] as const;

const places = {
  Dhaka: ["Fakirapool", "Nilkhet", "Banglamotor", "Mirpur 10", "Uttara Sector 7", "Nawabpur Road"],
  Chattogram: ["Agrabad", "Andarkilla", "Nasirabad", "Chawkbazar"],
  Gazipur: ["Tongi", "Konabari", "Board Bazar", "Chowrasta"],
};

export interface Firm {
  name: string;
  city: string;
  address: string;
}

/** So many firms, every third with a Bangla name, none called like another. */
export function firms(chance: Chance, count: number): Firm[] {
  const seen = new Map<string, number>();
  return Array.from({ length: count }, (_, i) => {
    const [first, second] = i % 3 === 2 ? bangla : english;
    const name = `${chance.pick(first)} ${chance.pick(second)}`;
    const before = seen.get(name) ?? 0;
    seen.set(name, before + 1);
    const city = chance.pick(["Dhaka", "Dhaka", "Chattogram", "Gazipur"] as const);
    const area = chance.pick(places[city]);
    return {
      name: before === 0 ? name : `${name} (${area} ${before + 1})`,
      city,
      address: `${chance.from(2, 180)} ${area}`,
    };
  });
}

/** Mobile numbers of Bangladesh, none twice: 01, an operator's digit from 3 to 9, eight digits. */
export class Phones {
  #given = 0;
  constructor(readonly chance: Chance) {}

  next(): string {
    this.#given++;
    const tail = String(this.#given * 100 + this.chance.from(0, 99)).padStart(8, "0");
    return `01${this.chance.from(3, 9)}${tail}`;
  }
}

/** Who works here, by role. */
export const people = [
  ["admin", "Shahana Akter", "Administration"],
  ["manager", "Md. Rafiqul Islam", "Management"],
  ["accounts", "Nusrat Jahan", "Accounts"],
  ["sales", "তানভীর আহমেদ", "Sales"],
  ["service_manager", "Kamrul Hasan", "Service"],
  ["engineer", "Sohel Rana", "Service"],
  ["store", "আবদুল করিম", "Store"],
  ["office_staff", "Farzana Yasmin", "Office"],
] as const;

export const suppliers = [
  ["Shenzhen Longjet Printing Equipment Co., Ltd.", "Shenzhen", "USD", "Machines", "Lily Chen"],
  ["Guangzhou Haoyin Digital Technology Co., Ltd.", "Guangzhou", "USD", "Machines", "Kevin Liang"],
  ["Jinan Ruiqi CNC Machinery Co., Ltd.", "Jinan", "USD", "Machines", "Wang Wei"],
  ["Zhengzhou Boda Print Parts Co., Ltd.", "Zhengzhou", "CNY", "Parts", "Zhao Min"],
  ["Shenzhen Hexin Board Electronics Co., Ltd.", "Shenzhen", "CNY", "Parts", "Sunny Huang"],
  ["Foshan Lanyu Ink Co., Ltd.", "Foshan", "USD", "Ink", "Amy Deng"],
] as const;
