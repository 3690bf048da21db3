import {
  date,
  dhakaDate,
  greeting,
  Later,
  NewTaskLink,
  QueueCard,
  Screen,
  TasksCard,
  WorkTiles,
} from "../../kit/first.ts";

const later = () => import("../everyday/everyday.ts").then(({ HomeLater }) => HomeLater);

/** My day: what waits on this phone, where to go, what is due, and the figures of the role. */
export function Home() {
  return (
    <Screen title={greeting()} sub={date(dhakaDate())} root>
      <QueueCard />
      <WorkTiles most={4} />
      <TasksCard>
        <NewTaskLink />
        <Later load={later} />
      </TasksCard>
    </Screen>
  );
}
