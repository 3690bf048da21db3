/**
 * What the frame and the first screens are made of: all that a phone needs before Home is there, and no
 * more (24 KB for staff; a test measures it). Screens that are loaded later import from mod.ts.
 */
export { announce } from "../core/a11y.ts";
export { ApiError, BASE, call, callFile, more, NoAnswer, type Sending } from "../core/api.ts";
export { bringPermissions, logIn, loginFault, markSignedIn } from "../core/auth.ts";
export { cameraScreen } from "../core/camera_screen.ts";
export { type CoreWord, t } from "../core/core_words.ts";
export { db, getKept, keep } from "../core/db.ts";
export { addDays, calledBy, dhakaDate } from "../core/format.ts";
export { allWords, words, wordsReady } from "../core/i18n.ts";
export { canInstall, install, isIos } from "../core/install.ts";
export { netStatus } from "../core/net.ts";
export { queue, sentCount } from "../core/kept_writes.ts";
export * from "../core/outbox.ts";
export { type Prefs, prefs, setPrefs } from "../core/prefs.ts";
export { isRead, lastReadAt, type Read, readFresh, readKept, useRead } from "../core/reads.ts";
export * from "../core/router.ts";
export { forget, loadSession, may, needPassword, session, user } from "../core/session.ts";
export * from "../core/text.ts";
export { openForms, startServiceWorker } from "../core/update.ts";
export { needs, type NewWrite, type Problem, temporaryNo, type Write } from "../core/write.ts";
export * from "../ui/basics.tsx";
export * from "../ui/frame.tsx";
export { Gone, NotHere } from "../ui/not_here.tsx";
export { type IconName, icons } from "../core/icons.ts";
export { readState } from "../ui/read_state.tsx";
export * from "../ui/rows.tsx";
export { computed, effect, signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
export { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
export type { ComponentChildren, ComponentType } from "preact";
export { Later } from "./later.tsx";
export { approvalsPath, nextFriday, weekOf } from "./figures.ts";
export * from "./parts.tsx";
