var e=["owner","admin","manager","accounts","sales","service_manager","engineer","store","office_staff"];export{e as a};
