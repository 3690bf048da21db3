import{q as r}from"./chunk-J4DACPSI.js";r.bring=()=>import("./desk-T3YHAVIK.js");
