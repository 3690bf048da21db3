import {
  type ComponentType,
  date,
  dhakaDate,
  greeting,
  NewTaskLink,
  QueueCard,
  Screen,
  TasksCard,
  useEffect,
  useSignal,
  WorkTiles,
} from "../../kit/first.ts";

/** My day: what waits on this phone, where to go, what is due, and the figures of the role. */
export function Home() {
  return (
    <Screen title={greeting()} sub={date(dhakaDate())} root>
      <QueueCard />
      <WorkTiles most={4} />
      <TasksCard>
        <NewTaskLink />
        <Later />
      </TasksCard>
    </Screen>
  );
}

function Later() {
  const later = useSignal<ComponentType | undefined>(undefined);
  useEffect(() => {
    void import("../everyday/everyday.ts").then(
      ({ HomeLater }) => later.value = HomeLater,
      () => undefined,
    );
  }, []);
  const Known = later.value;
  return Known ? <Known /> : null;
}
