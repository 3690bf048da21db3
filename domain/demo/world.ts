import type { Actor, Role } from "../access/access.ts";
import type { Tx } from "../db/connect.ts";
import type { Article } from "./catalogue.ts";
import type { Chance } from "./chance.ts";
import type { Diary } from "./diary.ts";

export interface StockedArticle extends Article {
  id: number;
  /** local currency, whole */
  selling_price: number;
}

export interface DemoSupplier {
  id: number;
  name: string;
  currency: "USD" | "CNY";
  kind: "Machines" | "Parts" | "Ink";
}

export interface DemoCustomer {
  id: number;
  name: string;
  phone: string;
  limited: boolean;
}

/** A piece with a number that a customer bought here. */
export interface SoldPiece {
  serial: string;
  article: StockedArticle;
  customer: DemoCustomer;
  day: number;
}

/** The business while it is being lived through: who is there, and what lies on the shelf. */
export class World {
  readonly staff = new Map<Role, { id: number; name: string }>();
  readonly articles = new Map<string, StockedArticle>();
  readonly suppliers: DemoSupplier[] = [];
  readonly customers: DemoCustomer[] = [];
  readonly sold: SoldPiece[] = [];
  /** who clears the goods at the port: a supplier of services */
  agent = 0;
  readonly #pieces = new Map<string, number>();
  readonly #serials = new Map<string, string[]>();
  readonly #happened = new Set<string>();
  #lastSerial = 0;

  constructor(
    readonly tx: Tx,
    readonly chance: Chance,
    readonly diary: Diary,
    readonly owner: Actor,
  ) {}

  /** Whoever has this role, at the next moment of the day under way. */
  as(role: Role): Actor {
    const who = this.staff.get(role);
    return {
      ...this.owner,
      ...who ? { userId: who.id, name: who.name, role } : {},
      now: this.diary.moment(),
      today: this.diary.date(),
    };
  }

  /** In so many of a hundred cases, and in the first: whatever the day, every business has seen it. */
  sometimes(what: string, share: number): boolean {
    const first = !this.#happened.has(what);
    this.#happened.add(what);
    return this.chance.percent(share) || first;
  }

  /** Serial numbers that nothing bears yet; none for goods without. */
  newSerials({ serial }: Article, count: number): string[] {
    if (serial === undefined) return [];
    const year = this.diary.date().slice(2, 4);
    return Array.from(
      { length: count },
      () => `${serial}-${year}${String(++this.#lastSerial).padStart(5, "0")}`,
    );
  }

  inStock({ sku }: Article): number {
    return this.#pieces.get(sku) ?? 0;
  }

  putInStock(article: Article, count: number, serials: string[]): void {
    const { sku } = article;
    this.#pieces.set(sku, this.inStock(article) + count);
    this.#serials.set(sku, [...this.#serials.get(sku) ?? [], ...serials]);
  }

  /** The oldest pieces off the shelf, by their numbers where they have some. */
  takeFromStock(article: Article, count: number): string[] {
    this.#pieces.set(article.sku, this.inStock(article) - count);
    return this.#serials.get(article.sku)?.splice(0, article.serial ? count : 0) ?? [];
  }

  /** A sold piece of these goods that no case is about yet: each is used once. */
  takeSold(categories: Article["category"][]): SoldPiece | undefined {
    const at = this.sold.findIndex(({ article, day }) =>
      categories.includes(article.category) && day < this.diary.day
    );
    return at < 0 ? undefined : this.sold.splice(at, 1)[0];
  }
}

/** So many hundredths of a whole amount, down to the whole. */
export function percentOf(amount: number, percent: number): number {
  return Math.floor(amount * percent / 100);
}
