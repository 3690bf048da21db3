import{q as r}from"./chunk-UMJGLBHW.js";r.bring=()=>import("./desk-CJ6TVV6I.js");
