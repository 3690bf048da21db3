import type { Same } from "./same.ts";
import type { en } from "./rma_message.en.ts";

export const bn: Same<typeof en> = {
  hello: "প্রিয়",
  board: "বোর্ড",
  machine: "মেশিন",
  number: "আপনার কেস নম্বর",
  draft: "আপনার {thing}-এর সমস্যাটি আমরা লিখে রেখেছি। এটি আমাদের কাছে পাঠিয়ে দিন, অথবা আমরা নিয়ে আসব।",
  received_from_customer: "আপনার {thing} আমরা হাতে পেয়েছি, এখন পরীক্ষা করা হচ্ছে।",
  warranty_verified: "আপনার {thing}-এর ওয়ারেন্টি যাচাই করে নিশ্চিত করা হয়েছে।",
  ready_to_send_supplier: "আপনার {thing} প্যাক করা হয়েছে, শিগগিরই প্রস্তুতকারকের কাছে পাঠানো হবে।",
  sent_to_supplier: "আপনার {thing} প্রস্তুতকারকের কাছে পাঠানো হয়েছে, এখন পথে আছে।",
  supplier_received: "প্রস্তুতকারক আপনার {thing} হাতে পেয়েছে।",
  under_repair: "আপনার {thing} প্রস্তুতকারকের কাছে মেরামত হচ্ছে।",
  replacement_approved: "সুখবর! আপনার {thing}-এর বদলে নতুন একটি দিতে প্রস্তুতকারক রাজি হয়েছে।",
  return_in_transit: "আপনার {thing} আমাদের কাছে ফেরার পথে আছে।",
  received_back: "আপনার {thing} আমাদের কাছে ফিরে এসেছে। এখন নিয়ে যেতে পারেন।",
  delivered_to_customer: "আপনার {thing} আপনাকে বুঝিয়ে দেওয়া হয়েছে। ধৈর্য ধরার জন্য ধন্যবাদ।",
  closed: "আপনার {thing}-এর কাজ শেষ হয়েছে। কোনো অসুবিধা হলে আমাদের ফোন করুন।",
  cancelled: "আপনার {thing}-এর কেসটি বাতিল করা হয়েছে। বিস্তারিত জানতে আমাদের ফোন করুন।",
};
