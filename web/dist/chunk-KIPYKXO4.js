import{q as r}from"./chunk-V4PQYC2R.js";r.bring=()=>import("./desk-DGCUD753.js");
