const DAY_MS = 86_400_000;
/** 29 February on a given weekday comes again after at most 40 years (over a century without a leap day). */
const DAYS_AHEAD = 366 * 41;

/** When both day fields are restricted either may hold; else both must (crontab(5)). */
function isDay(cron, date) {
  if (!cron.month.values.includes(date.getUTCMonth() + 1)) return false;
  const isInDay = cron.day.values.includes(date.getUTCDate());
  const isInWeek = cron.weekday.values.includes(date.getUTCDay());
  return cron.day.isRestricted && cron.weekday.isRestricted ? isInDay || isInWeek : isInDay && isInWeek;
}

/** The first `count` times after `from` (milliseconds), ascending; fewer when it fires no more within 41 years. */
export function findNextTimes(cron, from, count) {
  const times = [];
  const firstDay = Math.floor(from / DAY_MS) * DAY_MS;
  for (let ahead = 0; ahead < DAYS_AHEAD && times.length < count; ahead += 1) {
    const day = firstDay + ahead * DAY_MS;
    if (!isDay(cron, new Date(day))) continue;
    for (const time of timesOfDay(cron, day)) {
      if (time <= from) continue;
      times.push(time);
      if (times.length === count) break;
    }
  }
  return times;
}

function* timesOfDay(cron, day) {
  for (const hour of cron.hour.values) {
    for (const minute of cron.minute.values) {
      for (const second of cron.second.values) yield day + ((hour * 60 + minute) * 60 + second) * 1000;
    }
  }
}
