import{q as r}from"./chunk-DPPTTUDN.js";r.bring=()=>import("./desk-HI6ABYIH.js");
