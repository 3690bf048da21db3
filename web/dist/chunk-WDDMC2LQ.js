import{q as r}from"./chunk-RYQ6DUUG.js";r.bring=()=>import("./desk-VSG3Y7YG.js");
