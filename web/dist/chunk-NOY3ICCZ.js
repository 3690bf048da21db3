import{q as r}from"./chunk-6HG6UP2G.js";r.bring=()=>import("./desk-53KDDIEQ.js");
