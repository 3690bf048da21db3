/** The owner's page is worked with as the staff's is. */
export { countTaps, sendNow, signIn } from "./phone.ts";
