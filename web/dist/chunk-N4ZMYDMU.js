import{q as r}from"./chunk-SMXDCHU6.js";r.bring=()=>import("./desk-WOOTFMWU.js");
