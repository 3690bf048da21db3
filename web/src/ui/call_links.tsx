import { latinDigits } from "../core/numbers.ts";
import { t } from "../core/core_words.ts";
import { Icon } from "./basics.tsx";

/** Digits with the country first and no sign, as wa.me wants them; a local number is of Bangladesh. */
export function internationalPhone(phone: string): string {
  const digits = latinDigits(phone).replace(/[^\d+]/g, "").replace(/^(\+|00)/, "");
  return digits.replace(/^0/, "880").replace(/^(?=1\d{9}$)/, "880");
}

/** A link that opens WhatsApp with a message, ready to be sent. */
export function whatsappLink(phone: string, text?: string): string {
  const message = text ? `?text=${encodeURIComponent(text)}` : "";
  return `https://wa.me/${internationalPhone(phone)}${message}`;
}

/** Call and WhatsApp, in reach of the thumb; nothing where there is no number. */
export function CallLinks(
  { phone, text, compact }: {
    phone?: string | null;
    text?: string;
    /** beside another button: icons with a hidden name */
    compact?: boolean;
  },
) {
  if (!phone) return null;
  const inside = (icon: "phone" | "chat", word: string) => (
    <>
      <Icon name={icon} />
      <span class={compact ? "unseen" : undefined}>{word}</span>
    </>
  );
  return (
    <div class="pair">
      <a class="button plain" href={`tel:+${internationalPhone(phone)}`}>
        {inside("phone", t("call"))}
      </a>
      <a
        class="button plain"
        href={whatsappLink(phone, text)}
        target="_blank"
        rel="noopener noreferrer"
      >
        {inside("chat", t("whatsapp"))}
      </a>
    </div>
  );
}
