import{q as r}from"./chunk-KRG4C4WF.js";r.bring=()=>import("./desk-K6HM5WXA.js");
