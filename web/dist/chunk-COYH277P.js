import{q as r}from"./chunk-J4DACPSI.js";r.bring=()=>import("./desk-23V3DB7M.js");
