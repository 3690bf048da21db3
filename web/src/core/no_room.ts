/** Whether it is that the phone could not write what it was given, as when its storage is full. */
export const isNoRoom = (fault: unknown) =>
  fault instanceof DOMException && /^(Quota|Abort|Unknown)/.test(fault.name);
