import{q as r}from"./chunk-VYIYYUKY.js";r.bring=()=>import("./desk-KHHLCD5V.js");
