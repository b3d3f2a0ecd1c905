/** Guards of what is deleted by age and of the files that hold the data. */
export const dataGuards = [
  {
    name: 'a sweep asks whether the clock may be believed',
    file: 'src/domain/maintenance/schedule.ts',
    text: 'if (watchClock(deps).believable) await',
    instead: 'watchClock(deps)\n    await',
    tests: ['tests/app/maintenance/clock'],
  },
  {
    name: 'copies go only by a clock that is believed',
    file: 'src/domain/maintenance/schedule.ts',
    text: 'if (!judgeClock(deps.db, deps.now()).believable) return',
    tests: ['tests/app/privacy/erased-copies'],
  },
  {
    name: 'a second jump begins a new wait',
    file: 'src/domain/maintenance/clock.ts',
    text: 'doubt && isNear(now, doubt.seen) ? doubt.since : now',
    instead: 'doubt ? doubt.since : now',
    tests: ['tests/app/maintenance/clock'],
  },
  {
    name: 'a clock that is behind is doubted too',
    file: 'src/domain/maintenance/clock.ts',
    text: 'Math.abs(now - then)',
    instead: 'now - then',
    tests: ['tests/app/maintenance/clock'],
  },
  {
    name: 'what a restore replaced and a migration left goes too',
    file: 'db/kept-copies.ts',
    text: '(countersign|before-migration|replaced)-',
    instead: 'countersign-',
    tests: ['tests/unit/db/kept-copies', 'tests/app/privacy/erased-copies'],
  },
  {
    name: 'a copy that is being made is not cleared away',
    file: 'db/kept-copies.ts',
    text: 'if (!letGo) continue',
    instead: 'if (!letGo) { rmSync(draft, { force: true }); continue }',
    tests: ['tests/unit/db/kept-copies'],
  },
  {
    name: 'files of the data are closed to others when they are opened',
    file: 'db/open.ts',
    text: "if (path !== ':memory:') closeToOthers(dirname(path))",
    tests: ['tests/unit/data-rights'],
  },
  {
    name: 'a copy is closed to others from its first byte on',
    file: 'db/backup.ts',
    text: "await writeFile(draft, '', { mode: 0o600 })",
    tests: ['tests/unit/data-rights'],
  },
]
