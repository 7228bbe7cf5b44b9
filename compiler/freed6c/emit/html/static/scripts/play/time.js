/* When what lasts is over: the part of runtime/play/time.py that counts durations. Nothing happens
   here and nothing is taken away; what is over is marked. */

/* Periods come the shortest first. A record says which are under way, and which of one's own have
   passed within the longer period that is. */
class Time {
  constructor({ periods, "action-types": types }) {
    this.periods = periods;
    this.types = types;
  }

  isOwn(key) {
    return this.periods.some((period) => period.key === key && period.own);
  }

  /* All periods up to and with this one, the shortest first. */
  upTo(key) {
    const keys = this.periods.map((period) => period.key);
    return keys.slice(0, keys.indexOf(key) + 1);
  }

  isUnderWay(who, key) {
    if (who["under-way"].includes(key)) return true;
    return Boolean(key) && !who.passed.includes(key) && !this.isOwn(key);
  }

  /* A duration that begins now, as the package saves it; `rolled` gives the total of a pool. */
  begin(who, duration, rolled) {
    if (!duration) return null;
    const { form, period, count, following } = duration;
    const now = Number(this.isUnderWay(who, period));
    const lasting = (left, waits = 0, extra = 0) => ({ duration, left: left + extra, waits, extra });
    if (form === "this") return lasting(1);
    if (form === "next") return lasting(1, now + Number(this.isOwn(period)), now);
    if (form === "end") return lasting(1, 0, following ? now : 0);
    if (form !== "count") return lasting(0);
    return lasting(Math.max(1, /^[0-9]+$/.test(count) ? Number(count) : rolled(count)), 0, now);
  }

  /* A period starts; a turn, for the one whose it is alone. If none was under way, none comes on top
     of durations that began before. */
  start(key, people) {
    for (const who of people) {
      const anew = !who["under-way"].includes(key);
      this.endForOther(who, key);
      marked(who, "under-way", key);
      for (const { lasting } of timed(who)) {
        if (lasting?.duration.period !== key) continue;
        if (anew) Object.assign(lasting, { left: Math.max(1, lasting.left - lasting.extra), extra: 0 });
        if (lasting.waits >= lasting.left) lasting.waits = 0;
      }
    }
  }

  /* Outside one's own turn, `this` turn is that of another, and ends with it. */
  endForOther(who, key) {
    if (!this.isOwn(key) || who["under-way"].includes(key)) return;
    for (const each of timed(who)) {
      const { form, period } = each.lasting?.duration ?? {};
      if (form === "this" && period === key) each.over = true;
    }
  }

  /* A period ends and all shorter ones in it; a turn, for the one whose it is alone. */
  end(key, people, others = []) {
    const keys = this.upTo(key);
    for (const other of others) this.endForOther(other, key);
    for (const who of people) {
      for (const one of keys) {
        const ending = this.ending(who, one, key);
        for (const each of timed(who)) ending(each);
        who["under-way"] = who["under-way"].filter((other) => other !== one);
        marked(who, "passed", one);
      }
      who.passed = who.passed.filter((other) => !keys.includes(other));
      if (this.isOwn(key)) marked(who, "passed", key);
    }
  }

  /* What the end of a period does to what lasts, by itself or inside a longer one that ends. That
     cuts short what is left of durations in it; but of one's own, as turns, it only counts one that
     has not passed already, if there are no others below it. */
  ending(who, key, longer) {
    const inner = key !== longer;
    const within = this.upTo(longer).slice(0, -1);
    const cut = inner && !within.every((one) => this.isOwn(one));
    const before = inner && who.passed.includes(key);
    const below = this.upTo(key).slice(0, -1);
    return (each) => {
      const { lasting } = each;
      if (!lasting) return;
      const { form, period, action_type: type } = lasting.duration;
      if (type && below.includes(this.types[type])) each.over = true;
      else if (!lasting.left || period !== key) return;
      else if (cut || (inner && form === "this")) each.over = true;
      else if (!before && lasting.left === 1) each.over = true;
      else if (!before) Object.assign(lasting, { left: lasting.left - 1, waits: Math.max(0, lasting.waits - 1), extra: 0 });
    };
  }
}

/* What lasts of somebody, and is not over yet: conditions, and what people noted. */
const timed = (who) => [...who.conditions, ...(who.notes ?? [])].filter(({ over }) => !over);

const marked = (who, list, key) => {
  if (!who[list].includes(key)) who[list] = [...who[list], key].sort();
};
