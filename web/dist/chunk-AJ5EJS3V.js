import{q as r}from"./chunk-B73KTHGR.js";r.bring=()=>import("./desk-XF44HQJQ.js");
