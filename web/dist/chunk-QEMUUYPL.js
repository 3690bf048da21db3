import{q as r}from"./chunk-PZ6VQ2EF.js";r.bring=()=>import("./desk-RLSASPD3.js");
