import{p as r}from"./chunk-DNFJ52SI.js";r.bring=()=>import("./desk-SZF4YGBT.js");
