import{q as r}from"./chunk-CTYNPOLS.js";r.bring=()=>import("./desk-2YYKYY6H.js");
