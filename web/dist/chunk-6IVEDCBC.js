import{q as r}from"./chunk-KTKVNYAQ.js";r.bring=()=>import("./desk-JXOKS7HI.js");
