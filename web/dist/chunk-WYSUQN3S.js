import{q as r}from"./chunk-S262D2PM.js";r.bring=()=>import("./desk-OTXEX5ZH.js");
