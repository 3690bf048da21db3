import { createHash } from "node:crypto";
import { renderSVG } from "uqr";

const style = "body{font:1.05rem/1.5 system-ui,sans-serif;max-width:40rem;margin:0 auto;" +
  "padding:1rem;color:#17202b;background:#fff}h1{font-size:1.5rem}section{padding-bottom:1rem}" +
  "a.do{display:block;padding:.9rem;border-radius:.8rem;background:#1746a2;color:#fff;" +
  "text-align:center;text-decoration:none;font-weight:600}svg{width:11rem;display:block}" +
  "code{overflow-wrap:anywhere;font-size:.8rem}";

/** No script, nothing from elsewhere, no style but the one above. */
const policy = `default-src 'none'; style-src 'sha256-${
  createHash("sha256").update(style).digest("base64")
}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

interface Words {
  lang: string;
  title: string;
  why: string;
  download: string;
  install: string;
  android: string;
  iphone: string;
  windows: string;
  then: string;
  others: string;
  here: string;
  print: string;
}

const english: Words = {
  lang: "en",
  title: "Connect this phone",
  why: "Once for each phone and computer: then the back office opens safely, saves, scans and " +
    "works without internet. The certificate counts for addresses of this house only.",
  download: "1. Download the certificate",
  install: "2. Install it",
  android:
    "<b>Android</b>: Settings → Security and privacy → More security settings → Encryption " +
    "and credentials → Install a certificate → CA certificate → Install anyway → choose ca.crt. " +
    "Then use Chrome.",
  iphone:
    "<b>iPhone</b>: download it in Safari → Allow. Settings → Profile Downloaded → Install. " +
    "Then Settings → General → About → Certificate Trust Settings → switch on Back office.",
  windows: "<b>Windows</b>: open ca.crt → Install Certificate → Current User → Place all " +
    "certificates in the following store → Trusted Root Certification Authorities → Finish → Yes.",
  then: "3. Open the back office",
  others: "Other phones scan this to come to this page:",
  here: "and this once they have the certificate:",
  print: "The certificate is the right one if the phone, and the window in which the back office " +
    "was started, show this fingerprint (SHA-256):",
};

const bangla: Words = {
  lang: "bn",
  title: "এই ফোনটি যুক্ত করুন",
  why: "প্রতিটি ফোন ও কম্পিউটারে একবার করতে হবে: তারপর ব্যাক অফিস নিরাপদে খুলবে, সংরক্ষণ ও স্ক্যান করবে " +
    "এবং ইন্টারনেট ছাড়াও চলবে। সার্টিফিকেটটি শুধু এই অফিসের ঠিকানার জন্য।",
  download: "১. সার্টিফিকেট ডাউনলোড করুন",
  install: "২. ইনস্টল করুন",
  android:
    "<b>অ্যান্ড্রয়েড</b>: Settings → Security and privacy → More security settings → Encryption " +
    "and credentials → Install a certificate → CA certificate → Install anyway → ca.crt বেছে নিন। " +
    "তারপর Chrome ব্যবহার করুন।",
  iphone:
    "<b>আইফোন</b>: Safari দিয়ে ডাউনলোড করুন → Allow। Settings → Profile Downloaded → Install। " +
    "তারপর Settings → General → About → Certificate Trust Settings → Back office চালু করুন।",
  windows: "<b>উইন্ডোজ</b>: ca.crt খুলুন → Install Certificate → Current User → Place all " +
    "certificates in the following store → Trusted Root Certification Authorities → Finish → Yes।",
  then: "৩. ব্যাক অফিস খুলুন",
  others: "অন্য ফোনে এই পাতা খুলতে এটি স্ক্যান করুন:",
  here: "আর সার্টিফিকেট ইনস্টল হলে এটি:",
  print: "ফোনে এবং যে জানালায় ব্যাক অফিস চালু করা হয়েছে সেখানে এই ফিঙ্গারপ্রিন্ট (SHA-256) দেখালে " +
    "সার্টিফিকেটটি সঠিক:",
};

export interface Door {
  /** where phones come to this page, `http://192.168.1.5:8000` */
  connect: string;
  /** where they work, `https://192.168.1.5:8443` */
  open: string;
  fingerprint: string;
}

/** The page that leads a phone of the house to the https address, in English and in Bangla. */
export function connectPage(door: Door): Response {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${english.title} · ${bangla.title}</title>
<style>${style}</style>
</head>
<body>
${section(english, door)}
<hr>
${section(bangla, door)}
</body>
</html>
`;
  return new Response(html, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policy,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
    },
  });
}

function section(words: Words, { connect, open, fingerprint }: Door): string {
  return `<section lang="${words.lang}">
<h1>${words.title}</h1>
<p>${words.why}</p>
<p><a class="do" href="/connect/ca.crt">${words.download}</a></p>
<h2>${words.install}</h2>
<ul><li>${words.android}</li><li>${words.iphone}</li><li>${words.windows}</li></ul>
<p><a class="do" href="${open}/mobile">${words.then}</a></p>
<p><a href="${open}/mobile">${open}/mobile</a> · <a href="${open}/admin-mobile">${open}/admin-mobile</a></p>
<p>${words.others}</p>
${renderSVG(connect)}
<p>${words.here}</p>
${renderSVG(`${open}/mobile`)}
<p>${words.print} <code>${fingerprint}</code></p>
</section>`;
}
