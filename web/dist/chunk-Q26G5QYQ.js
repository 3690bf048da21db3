import{p as r}from"./chunk-O2NIGG45.js";r.bring=()=>import("./desk-4E6SUPTB.js");
