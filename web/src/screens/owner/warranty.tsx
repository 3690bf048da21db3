import { Screen, type ScreenProps, t } from "../../kit/mod.ts";
import { Days, Steps } from "./cases.tsx";
import { Claims } from "./claims.tsx";
import { Cards } from "./scorecards.tsx";

/** Cases and claims, and how each supplier has served us. */
export function Warranty({ query }: ScreenProps) {
  return (
    <Screen title={t("warranty_claims")}>
      <Steps />
      <Days />
      <Claims />
      <Cards open={Number(query.get("supplier"))} />
    </Screen>
  );
}
