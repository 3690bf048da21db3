import{q as r}from"./chunk-B55AVBIQ.js";r.bring=()=>import("./desk-MOSMTAXD.js");
