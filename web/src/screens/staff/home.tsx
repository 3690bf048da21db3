import {
  date,
  dhakaDate,
  FiguresCard,
  greeting,
  NewTaskLink,
  QueueCard,
  Screen,
  t,
  TasksCard,
  WorkTiles,
} from "../../frame.ts";

/** My day: what waits on this phone, what is due, where to go, and the figures of the role. */
export function Home() {
  return (
    <Screen title={greeting()} sub={date(dhakaDate())} root>
      <QueueCard />
      <WorkTiles most={4} />
      <TasksCard />
      <NewTaskLink />
      <FiguresCard title={t("at_a_glance")} />
    </Screen>
  );
}
