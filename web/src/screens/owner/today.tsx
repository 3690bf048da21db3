import {
  date,
  dhakaDate,
  FiguresCard,
  greeting,
  QueueCard,
  Screen,
  t,
  TasksCard,
} from "../../frame.ts";

/** The owner's day: every figure of the business, then his own tasks. */
export function Today() {
  return (
    <Screen title={greeting()} sub={date(dhakaDate())} root>
      <QueueCard />
      <FiguresCard title={t("today")} />
      <TasksCard />
    </Screen>
  );
}
