import{q as r}from"./chunk-KXECPSR3.js";r.bring=()=>import("./desk-ZBRH3CLV.js");
