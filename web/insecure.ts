import { createHash } from "node:crypto";

/**
 * What a page says in place of the login where browsers lend it no service worker, no camera and no
 * `crypto.randomUUID`: over plain http from another machine. In the HTML, so that it costs the scripts
 * nothing; the one inline script, which the policy names by its hash, shows it.
 */
export const insecure = `<template id="insecure">
<main class="login">
<h1>This address is not safe to work from</h1>
<p>It is plain http: a phone can neither save, scan nor work without internet here.</p>
<p><b>What to do:</b> open the address that begins with https. Is there none? Whoever runs the back office starts it with <code>deno task start -- --lan</code> and opens the address “Connect a phone” that it then shows.</p>
<h1 lang="bn">এই ঠিকানা থেকে কাজ করা নিরাপদ নয়</h1>
<p lang="bn">এটি সাধারণ http: এখানে ফোনে সংরক্ষণ বা স্ক্যান করা যায় না, ইন্টারনেট ছাড়া কাজও চলে না।</p>
<p lang="bn"><b>কী করবেন:</b> https দিয়ে শুরু ঠিকানাটি খুলুন। না থাকলে যিনি ব্যাক অফিস চালান তিনি <code>deno task start -- --lan</code> দিয়ে চালু করবেন, তারপর সেখানে দেখানো “Connect a phone” ঠিকানাটি খুলুন।</p>
</main>
</template>`;

// it goes when it has run: whatever script a test then finds in the page came out of stored text
const script =
  'document.currentScript.remove();if(!isSecureContext){document.getElementById("app").hidden=true;' +
  'document.body.append(document.getElementById("insecure").content)}';

export const insecureScript = `<script>${script}</script>`;

/** As `script-src` names it. */
export const insecureHash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
