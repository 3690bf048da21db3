import{q as r}from"./chunk-KXECPSR3.js";r.bring=()=>import("./desk-GBDZIUK6.js");
