import{q as r}from"./chunk-IOZX4D2V.js";r.bring=()=>import("./desk-4FMPE3QG.js");
