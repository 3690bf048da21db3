import { ButtonLink, Screen, t, WorkTiles } from "../kit/mod.ts";

/** Every area that the role may see. */
export function Work() {
  return (
    <Screen title={t("work")} root>
      <WorkTiles />
    </Screen>
  );
}

/** The owner's way to everything else. */
export function More() {
  return (
    <Screen title={t("more")} root>
      <WorkTiles />
      <div class="actions">
        <ButtonLink href="#/queue" icon="cloud" wide>{t("queue")}</ButtonLink>
        <ButtonLink href="#/me" icon="me" wide>{t("me")}</ButtonLink>
      </div>
    </Screen>
  );
}
