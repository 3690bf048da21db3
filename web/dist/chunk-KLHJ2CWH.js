import{q as r}from"./chunk-TQKLI3IN.js";r.bring=()=>import("./desk-55H2VPXG.js");
