import {
  type ComponentType,
  date,
  dhakaDate,
  FiguresCard,
  greeting,
  may,
  NewTaskLink,
  QueueCard,
  Screen,
  t,
  TasksCard,
  useEffect,
  useSignal,
  WorkTiles,
} from "../../kit/first.ts";

/** My day: what waits on this phone, what is due, where to go, and the figures of the role. */
export function Home() {
  return (
    <Screen title={greeting()} sub={date(dhakaDate())} root>
      <QueueCard />
      <WorkTiles most={4} />
      {may("tickets.write") && <TicketsLater />}
      <TasksCard />
      <NewTaskLink />
      <FiguresCard title={t("at_a_glance")} />
    </Screen>
  );
}

/** Comes after Home itself is there: nobody waits for what only some roles have. */
function TicketsLater() {
  const card = useSignal<ComponentType | undefined>(undefined);
  useEffect(() => {
    void import("../everyday.ts").then(
      (later) => card.value = later.MyTickets,
      () => undefined,
    );
  }, []);
  const Tickets = card.value;
  return Tickets ? <Tickets /> : null;
}
