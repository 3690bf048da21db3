import { t } from "../core/core_words.ts";
import { Icon } from "./basics.tsx";

/** Call and WhatsApp, in reach of the thumb; nothing where there is no number. */
export function CallLinks({ phone, text }: { phone?: string | null; text?: string }) {
  if (!phone) return null;
  const number = phone.replace(/[^\d+]/g, "");
  const international = number.replace(/^\+/, "").replace(/^0/, "880");
  const message = text ? `?text=${encodeURIComponent(text)}` : "";
  return (
    <div class="pair">
      <a class="button plain" href={`tel:${number}`}>
        <Icon name="phone" />
        <span>{t("call")}</span>
      </a>
      <a
        class="button plain"
        href={`https://wa.me/${international}${message}`}
        target="_blank"
        rel="noopener noreferrer"
      >
        <Icon name="chat" />
        <span>{t("whatsapp")}</span>
      </a>
    </div>
  );
}
