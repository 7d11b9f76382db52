// SPDX-License-Identifier: Apache-2.0
// Hand-written ABA as a "limit" peer.  Ops: fd, id, kin, pos.
#include "hand_aba.h"
namespace {
struct Adapter : pb::Engine {
    const pb::Model& M;
    const std::vector<pb::State>& S;
    hand::Tree<double> t;
    std::vector<std::vector<hand::In<double>>> in;
    std::vector<std::vector<double>> qdd;
    std::vector<std::vector<hand::v3<double>>> al, pdd;
    Adapter(const pb::Model& M_, const std::vector<pb::State>& S_) : M(M_), S(S_), t(hand::makeTree<double>(M_)) {
        for (auto& s : S) {
            in.push_back(hand::makeIn<double>(s));
            std::vector<double> a;
            std::vector<hand::v3<double>> w, p;
            for (auto& j : s)
                a.push_back(j.a), w.push_back(hand::cv<double>(j.wd)), p.push_back(hand::cv<double>(j.pdd));
            qdd.push_back(a);
            al.push_back(w);
            pdd.push_back(p);
        }
        ops["fd"] = [this](int k) { t.fd(in[k].data()); };
        ops["kin"] = [this](int k) { t.kin(in[k].data()); };
        ops["pos"] = [this](int k) { t.pos(in[k].data()); };
        ops["id"] = [this](int k) { t.id(in[k].data(), qdd[k].data(), al[k].data(), pdd[k].data()); };
    }
    pb::State accel(int k) override {
        pb::State r(M.b.size());
        for (size_t i = 0; i < M.b.size(); ++i) {
            const auto& K = t.k[i];
            r[i].a = K.qdd;
            if (M.b[i].type == pb::PIN) continue;
            hand::v3<double> d = K.al;
            if (M.b[i].parent >= 0) d = d - t.k[M.b[i].parent].al - K.cw;
            // d = R wd (the joint's own angular acceleration, world axes)
            d = hand::tmul(K.R, d);
            r[i].wd = {d.x, d.y, d.z};
            if (M.b[i].type == pb::FREE) r[i].pdd = {K.a.x, K.a.y - pb::G, K.a.z};
        }
        return r;
    }
    std::vector<double> torque(int) override { return std::vector<double>(t.tau.begin(), t.tau.end()); }
};
}  // namespace
int main() {
    return pb::serve([](const pb::Model& m, const std::vector<pb::State>& s) {
        if (!m.closures.empty()) return std::unique_ptr<Adapter>();
        return std::make_unique<Adapter>(m, s);
    });
}
