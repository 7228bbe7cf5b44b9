"""The words of the search, previews of link targets, the A-Z index, and pages at old addresses."""

from __future__ import annotations

from typing import Final

SEARCH: Final = {
    "a-z": "A\N{EN DASH}Z",
    "a-z.summary": "All names, in alphabetical order.",
    "a-z.articles": "a an the",
    "a-z.letters": "Letters",
    "a-z.other": "0\N{EN DASH}9",
    "a-z.entry": "{entry} ({kind})",
    "a-z.part": "{entry} ({where})",
    "a-z.see": "{name}: see {entry}",
    "used-by": "Used by",
    "used-by.terms": "Terms",
    "used-by.new": "New here:",
    "search": "Search",
    "search.hint": "Search the rules",
    "search.results": "Results",
    "search.count": "Found: {count}",
    "search.left": "{left} more results. Narrow your search.",
    "search.lost": "Nothing has: {words}",
    "search.none": "No results for {none}. Try another word for it.",
    "search.all": "Everything from A to Z",
    "search.near": "Similar names",
    "search.stops": (
        "a also am an and any are as at be been but by can could did do does doing for from"
        " get gets got happen happens has have he her him his how i if im in is it its ive just"
        " let lets long m many me much my no now of off on or our out re s she should so some"
        " somebody someone something still t than that the their them then there they this to"
        " too us ve very want wanted wants was we were what whats when where which who whos"
        " whose why will with work works would you your"
    ),
    "search.roll": "Roll {pool}",
    "search.chance": "{pool} against {number}",
    "search.roll.words": (
        "a against at beat chance chances dc difficulty for get hit is least number odds of on or"
        " probability reach roll rolling rolls target the tn to v versus vs what what's whats with"
    ),
    "search.endings": (
        "ations ation ively ings edly ions ing ion ive ied ies ier ers ed es er ly s e y"
    ),
    "search.forms": (
        "ate:eat beaten:beat bent:bend bit:bite bitten:bite bled:bleed blew:blow blown:blow"
        " bought:buy broke:break broken:break brought:bring built:build burnt:burn came:come"
        " caught:catch chose:choose dove:dive drank:drink drawn:draw drew:draw driven:drive"
        " drove:drive drunk:drink dug:dig fallen:fall fed:feed feet:foot fell:fall felt:feel"
        " fled:flee flew:fly flown:fly forgot:forget fought:fight found:find froze:freeze"
        " frozen:freeze gave:give given:give goes:go gone:go got:get grew:grow grown:grow"
        " heard:hear held:hold hid:hide hidden:hide hung:hang knew:know known:know learnt:learn"
        " led:lead leapt:leap lost:lose made:make men:man met:meet paid:pay ran:run ridden:ride"
        " rode:ride said:say sank:sink saw:see seen:see sent:send shook:shake shot:shoot"
        " slept:sleep slid:slide sold:sell spent:spend spoke:speak spoken:speak"
        " stole:steal stolen:steal stood:stand struck:strike stuck:stick swam:swim swept:sweep"
        " swung:swing taken:take taught:teach thought:think threw:throw thrown:throw told:tell"
        " took:take tore:tear torn:tear went:go woke:wake won:win wore:wear worn:wear"
        " wrote:write"
    ),
    "search.also": "also called {names}",
    "search.page": "Page",
    "search.pages": "Pages",
    "search.heading": "Section",
    "search.headings": "In the text",
    "preview": "Preview",
    "preview.open": "Open",
    "moved": "{title} has moved",
}
