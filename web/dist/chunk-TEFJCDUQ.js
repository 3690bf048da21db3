import{q as r}from"./chunk-CZ2YA262.js";r.bring=()=>import("./desk-5X3QDJTU.js");
