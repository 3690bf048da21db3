/** The version of the service; CHANGELOG.md tells what each brought. */
export const VERSION = "0.1.0";
