import{q as r}from"./chunk-NYPIIKTX.js";r.bring=()=>import("./desk-DQM3FJTL.js");
