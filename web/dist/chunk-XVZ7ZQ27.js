import{q as r}from"./chunk-72TXHHDB.js";r.bring=()=>import("./desk-5AIALNSC.js");
