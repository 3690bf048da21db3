import{q as r}from"./chunk-VYIYYUKY.js";r.bring=()=>import("./desk-IR2N3NXH.js");
