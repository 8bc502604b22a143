// Looks at a page as eyes, fingers and ears would, and returns what is wrong with it, each finding
// with its kind in front, and facts of its layout. WCAG is that of https://www.w3.org/TR/WCAG22/.
(() => {
    const findings = [];
    const find = (kind, detail) => findings.push(`${kind}: ${detail}`);
    const all = selector => [...document.querySelectorAll(selector)];
    const describe = element => {
        const text = element.textContent.trim().replace(/\s+/g, " ").slice(0, 40);
        const classes = [...element.classList].map(name => `.${name}`).join("");
        return `<${element.localName}${element.id ? `#${element.id}` : ""}${classes}> ${text}`;
    };
    const root = document.documentElement;
    const view = { left: 0, top: -scrollY, right: root.clientWidth, bottom: Infinity };

    // What is cut off or lies over something else.

    const overlap = (a, b) => ({
        width: Math.min(a.right, b.right) - Math.max(a.left, b.left),
        height: Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top),
    });
    const reachesOut = (inner, outer) =>
        inner.left < outer.left - 1 || inner.right > outer.right + 1
        || inner.top < outer.top - 2 || inner.bottom > outer.bottom + 2;
    const rectsOf = source =>
        [...source.getClientRects()].filter(rect => rect.width > 0.5 && rect.height > 0.5);

    const runs = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const node = walker.currentNode;
        const element = node.parentElement;
        if (!node.data.trim() || element.closest("style, script, svg")) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const rects = rectsOf(range);
        if (rects.length === 0) find("cut", `nothing is seen of ${describe(element)}`);
        runs.push({ element, rects, style: getComputedStyle(element) });
    }

    if (root.scrollWidth > root.clientWidth) {
        find("sideways", `${root.scrollWidth} of ${root.clientWidth} pixels`);
    }
    for (const { element, rects } of runs) {
        const boxes = [view];
        for (let box = element; box !== document.body; box = box.parentElement) {
            const { display } = getComputedStyle(box);
            if (display !== "inline" && display !== "contents") {
                boxes.push(box.getBoundingClientRect());
            }
        }
        if (rects.some(rect => boxes.some(box => reachesOut(rect, box)))) {
            find("cut", `text leaves its box: ${describe(element)}`);
        }
    }
    for (const element of all("body *")) {
        const style = getComputedStyle(element);
        const isCut = (style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1)
            || (style.overflowY !== "visible" && element.scrollHeight > element.clientHeight + 1);
        if (isCut && !element.closest("svg")) find("cut", `its content: ${describe(element)}`);
    }
    const pieces = runs.flatMap(({ element, rects }) => rects.map(rect => ({ element, rect })))
        .sort((a, b) => a.rect.top - b.rect.top);
    pieces.forEach((piece, index) => {
        for (let next = index + 1; next < pieces.length; next += 1) {
            const other = pieces[next];
            if (other.rect.top > piece.rect.bottom) break;
            const { width, height } = overlap(piece.rect, other.rect);
            // Lines of one paragraph may touch where their fonts differ.
            if (other.element !== piece.element && width > 1 && height > 4) {
                find("overlap", `${describe(piece.element)} and ${describe(other.element)}`);
            }
        }
    });
    for (const graphic of all("svg, img")) {
        const { width, height } = graphic.getBoundingClientRect();
        if (width < 1 || height < 1) find("cut", `nothing is seen of ${describe(graphic)}`);
    }

    // What a finger can hit (2.5.8), and what a tired eye can read.

    const targets = all("a[href], button, input, select, textarea, summary")
        .map(element => ({ element, rects: rectsOf(element) }));
    for (const { element, rects } of targets) {
        // A link that wraps is hit by its longest line.
        const isHit = rects.some(rect => rect.width >= 24 && rect.height >= 24);
        if (!isHit) find("target", `too small: ${describe(element)}`);
    }
    targets.forEach((target, index) => {
        for (const other of targets.slice(index + 1)) {
            const meets = target.rects.some(a => other.rects.some(b => {
                const { width, height } = overlap(a, b);
                return width > 1 && height > 1;
            }));
            if (meets) find("target", `${describe(target.element)} and ${describe(other.element)}`);
        }
    });
    for (const { element, style } of runs) {
        if (parseFloat(style.fontSize) < 12) find("font", `${style.fontSize}: ${describe(element)}`);
    }

    // Contrast of text (1.4.3) and of what is drawn (1.4.11); colour as the only sign (1.4.1).

    const channels = color => {
        const [red, green, blue, alpha = 1] = color.match(/[\d.]+/g).map(Number);
        return { rgb: [red, green, blue], alpha };
    };
    const luminance = rgb => {
        const [red, green, blue] = rgb.map(value => value / 255)
            .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const contrast = (one, other) => {
        const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
    };
    const mix = (top, below) =>
        top.rgb.map((value, index) => value * top.alpha + below[index] * (1 - top.alpha));
    const backgroundOf = element => {
        if (!element) return [255, 255, 255];
        const color = channels(getComputedStyle(element).backgroundColor);
        return color.alpha === 1 ? color.rgb : mix(color, backgroundOf(element.parentElement));
    };
    for (const { element, style } of runs) {
        const background = backgroundOf(element);
        const ratio = contrast(mix(channels(style.color), background), background);
        const size = parseFloat(style.fontSize);
        const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
        if (ratio < (isLarge ? 3 : 4.5)) {
            find("contrast", `${ratio.toFixed(2)}: ${describe(element)}`);
        }
    }
    const tones = ["good", "warning", "bad"];
    const toneOf = element => tones.find(tone => element.classList.contains(tone));
    for (const drawing of all("svg")) {
        const shapes = {};
        for (const shape of drawing.querySelectorAll("rect:not(.track, .neutral)")) {
            const fill = channels(getComputedStyle(shape).fill).rgb;
            const track = drawing.querySelector(".track");
            const background = track
                ? channels(getComputedStyle(track).fill).rgb : backgroundOf(drawing.parentElement);
            if (contrast(fill, background) < 3) {
                find("contrast", `${contrast(fill, background).toFixed(2)}: ${shape.outerHTML}`);
            }
            const tone = toneOf(shape);
            if (tone) shapes[`${shape.getAttribute("y")} ${shape.getAttribute("height")}`] ??= tone;
        }
        for (const shape of drawing.querySelectorAll("rect")) {
            const place = `${shape.getAttribute("y")} ${shape.getAttribute("height")}`;
            if (toneOf(shape) && shapes[place] !== toneOf(shape)) {
                find("color", `bars of two tones look alike: ${shape.outerHTML}`);
                break;
            }
        }
    }
    for (const element of all(tones.map(tone => `.${tone}`).join())) {
        const isDrawn = element.closest("svg") !== null;
        if (!isDrawn && !element.textContent.trim()) find("color", `no word: ${describe(element)}`);
    }
    for (const age of all(".group .age")) {
        const isOverdue = age.closest(".bad") !== null;
        if (age.textContent.includes("overdue") !== isOverdue) find("color", describe(age));
    }
    for (const link of all("a")) {
        if (!getComputedStyle(link).textDecorationLine.includes("underline")) {
            find("color", `a link that is not underlined: ${describe(link)}`);
        }
    }

    // What a screen reader goes by.

    if (!root.lang) find("language", "none");
    if (!document.title.trim()) find("title", "none");
    const headings = all("h1, h2, h3, h4, h5, h6");
    if (all("h1").length !== 1) find("heading", `${all("h1").length} of the first level`);
    headings.map(heading => Number(heading.localName[1])).reduce((last, level, index) => {
        if (level > last + 1) find("heading", `a level is left out: ${describe(headings[index])}`);
        return level;
    }, 0);
    const identifiers = all("[id]").map(element => element.id);
    for (const id of identifiers.filter((name, index) => identifiers.indexOf(name) !== index)) {
        find("identifier", `twice: ${id}`);
    }
    for (const element of all("[aria-labelledby], [aria-describedby]")) {
        const names = ["aria-labelledby", "aria-describedby"]
            .flatMap(name => (element.getAttribute(name) ?? "").split(" ")).filter(Boolean);
        for (const name of names.filter(name => !document.getElementById(name))) {
            find("identifier", `absent: ${name}`);
        }
    }
    for (const { element } of runs) {
        if (!element.closest("header, main, footer, nav")) {
            find("landmark", `outside of all: ${describe(element)}`);
        }
    }
    for (const table of all("table")) {
        const heads = [...table.querySelectorAll("th")];
        if (heads.length === 0 || heads.some(head => !head.getAttribute("scope"))) {
            find("table", describe(table));
        }
    }
    for (const list of all("ul, ol")) {
        if ([...list.children].some(child => child.localName !== "li")) find("list", describe(list));
    }
    for (const list of all("dl")) {
        const names = ["dt", "dd", "div"];
        if ([...list.children].some(child => !names.includes(child.localName))) {
            find("list", describe(list));
        }
    }

    // What a reader cannot help himself with: zoom (1.4.4), reloading (2.2.1), what runs.

    const viewport = document.querySelector("meta[name=viewport]")?.content ?? "";
    if (!viewport.includes("width=device-width")) find("zoom", "no width of the device");
    if (/user-scalable|maximum-scale/.test(viewport)) find("zoom", viewport);
    const refresh = document.querySelector("meta[http-equiv=refresh]");
    if (refresh && all("a[href*='refresh=off']").length === 0) find("refresh", "cannot be stopped");
    for (const element of all("script, iframe, object, embed, base, form, [style]")) {
        find("foreign", describe(element));
    }

    const problem = document.querySelector(".banner li, .banner h2")?.getBoundingClientRect();
    const rowOf = element => element.getBoundingClientRect().top;
    const bases = all(".bases > section");
    const sizes = new Set(runs.map(({ style }) => parseFloat(style.fontSize)));
    return {
        findings: [...new Set(findings)],
        counts: { texts: runs.length, targets: targets.length, drawings: all("svg").length },
        facts: {
            order: all("h1, main section, footer").map(element =>
                element.id || element.getAttribute("aria-labelledby") || element.localName),
            columns: bases.filter(base => rowOf(base) === rowOf(bases[0])).length,
            problemPlace: problem ? problem.bottom / innerHeight : null,
            fontSizes: [...sizes].sort((a, b) => a - b),
        },
    };
})()
