import{q as r}from"./chunk-OCAJXYIP.js";r.bring=()=>import("./desk-S7SJMDMX.js");
