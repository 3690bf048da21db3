import{p as r}from"./chunk-644V3VFP.js";r.bring=()=>import("./desk-LDUE25CK.js");
